package dev.toolspan;

/** The same over the unary transport. */
class UnaryCancelTest extends CancelTest {
    @Override
    Transport transport() {
        return Transport.UNARY;
    }

    @Override
    String batch() {
        return "batch";
    }
}
