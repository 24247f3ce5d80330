package dev.toolspan;

/** The same over the unary transport. */
class UnaryCallTest extends CallTest {
    @Override
    Transport transport() {
        return Transport.UNARY;
    }
}
