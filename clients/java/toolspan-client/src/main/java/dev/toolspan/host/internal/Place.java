package dev.toolspan.host.internal;

import dev.toolspan.internal.Problem;
import java.util.ArrayList;
import java.util.List;

/** A place in a JSON value that is being read, and where to say what is wrong with it. */
final class Place {
    private final Place parent;
    private final Object step;
    private final List<Problem> problems;

    private Place(Place parent, Object step, List<Problem> problems) {
        this.parent = parent;
        this.step = step;
        this.problems = problems;
    }

    static Place root() {
        return new Place(null, null, new ArrayList<>());
    }

    Place at(Object member) {
        return new Place(this, member, problems);
    }

    /** Null, so that a reader can say what is wrong and return in one line. */
    <T> T refuse(String reason) {
        problems.add(new Problem(pointer(), reason));
        return null;
    }

    /** "must be integer, not string", in the words of the sidecar's own check. */
    <T> T refuse(String wanted, Object json) {
        return refuse("must be " + wanted + ", not " + Json.typeOf(json));
    }

    List<Problem> problems() {
        return problems;
    }

    private String pointer() {
        return parent == null
                ? ""
                : parent.pointer() + "/" + step.toString().replace("~", "~0").replace("/", "~1");
    }
}
