package dev.toolspan;

/** The same over the unary transport. */
class UnaryLossTest extends LossTest {
    @Override
    Transport transport() {
        return Transport.UNARY;
    }
}
