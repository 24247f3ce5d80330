package main

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"os"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"

	"google.golang.org/protobuf/proto"

	pb "toolspan.dev/bridge-tests/hosts/go/gen/toolspan/v1"
)

// tool is what is offered, and the code behind it.
type tool struct {
	name, description, input string
	run                      func(*invocation, []byte) (any, error)
}

func (t tool) spec(source string) *pb.ToolSpec {
	return &pb.ToolSpec{
		Name: t.name, Description: t.description, Source: source, Type: pb.ToolType_TOOL_TYPE_FUNCTION,
		InputSchema: &pb.Payload{Data: []byte(t.input)},
	}
}

// define makes a tool of a function whose arguments are the fields of a struct.
func define[A any](name, description, input string, run func(*invocation, A) (any, error)) tool {
	return tool{name, description, input, func(i *invocation, text []byte) (any, error) {
		var arguments A
		if err := json.Unmarshal(text, &arguments); err != nil {
			return nil, err
		}
		return run(i, arguments)
	}}
}

const nothingIn = `{"type":"object","properties":{}}`

var (
	tools   []tool
	stopped atomic.Int64
)

// The tools look each other up, which an initial value may not.
func init() {
	tools = []tool{
		define("raw", "Returns a value of one kind.",
			`{"type":"object","properties":{"kind":{"type":"string"}},"required":["kind"]}`, raw),
		define("nothing", "Returns nothing.", nothingIn, func(*invocation, struct{}) (any, error) { return nil, nil }),
		{"echo", "Returns its value.", `{"type":"object","properties":{"value":{}},"required":["value"]}`, echo},
		define("explicit", "Says outright how it went.",
			`{"type":"object","properties":{"ok":{"type":"boolean"},"partial":{"type":"boolean","default":false}},"required":["ok"]}`,
			explicit),
		define("raise", "Returns an error, or panics.",
			`{"type":"object","properties":{"how":{"enum":["message","empty","causes","odd","panic"]}},"required":["how"]}`,
			raise),
		define("unserializable", "Returns what JSON has no form for.", nothingIn, unserializable),
		define("wait", "Waits until it is stopped.",
			`{"type":"object","properties":{"ms":{"type":"number"}},"required":["ms"]}`, wait),
		define("stops", "How many waits were stopped.", nothingIn, func(*invocation, struct{}) (any, error) { return stopped.Load(), nil }),
		define("steps", "Tells of its progress.",
			`{"type":"object","properties":{"count":{"type":"integer"}},"required":["count"]}`, steps),
		define("relay", "Calls another tool, and passes on its answer.",
			`{"type":"object","properties":{"tool":{"type":"string"},"args":{"type":"object"}},"required":["tool"]}`, relay),
		define("whoami", "Tells in which process it runs.", nothingIn, whoami),
		define("crash", "Ends its process in the middle of the call.", nothingIn, func(*invocation, struct{}) (any, error) {
			os.Exit(7)
			return nil, nil
		}),
		define("leave", "Answers, and ends its process a moment later.", nothingIn, func(*invocation, struct{}) (any, error) {
			time.AfterFunc(100*time.Millisecond, func() { os.Exit(7) })
			return "bye", nil
		}),
	}
}

func raw(_ *invocation, arguments struct{ Kind string }) (any, error) {
	huge, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	return map[string]any{
		"object":         object{{"success", false}, {"error", "only data"}, {"a", []any{1, object{{"b", nil}}}}},
		"array":          []any{1, "two", 3.0, nil, true},
		"string":         "a \"b\" \u2028 é 😀",
		"empty-string":   "",
		"integer":        -7,
		"large-integer":  int64(9007199254740993),
		"huge-integer":   huge,
		"float":          2.5,
		"integral-float": 1.0,
		"true":           true,
		"false":          false,
		"empty-object":   object{},
		"empty-array":    []any{},
	}[arguments.Kind], nil
}

// echo never reads its arguments, which are its result.
func echo(i *invocation, _ []byte) (any, error) { return payload{i.call.Call.Arguments}, nil }

func explicit(_ *invocation, arguments struct{ Ok, Partial bool }) (any, error) {
	switch {
	case arguments.Ok:
		return object{{"rows", 3}}, nil
	case arguments.Partial:
		return failed{text: "no such city", result: object{{"rows", 1}}, details: object{{"code", "E7"}}}, nil
	}
	return failed{text: "no such city"}, nil
}

// Failure is what the tools of this file go wrong with.
type Failure struct {
	text  string
	cause error
}

func (f *Failure) Error() string { return f.text }
func (f *Failure) Unwrap() error { return f.cause }

// Odd has a text that cannot be read.
type Odd struct{}

func (Odd) Error() string { panic("this message cannot be read") }

func raise(_ *invocation, arguments struct{ How string }) (any, error) {
	switch arguments.How {
	case "message":
		return nil, &Failure{text: "boom"}
	case "empty":
		return nil, &Failure{}
	case "odd":
		return nil, Odd{}
	case "panic":
		var none map[string]int
		none["x"]++
	}
	return nil, &Failure{"outer", &Failure{"middle", &Failure{text: "inner"}}}
}

func unserializable(*invocation, struct{}) (any, error) {
	return object{{"fine", 1}, {"n", math.NaN()}, {"list", []any{math.Inf(1)}}}, nil
}

func wait(i *invocation, arguments struct{ Ms float64 }) (any, error) {
	select {
	case <-time.After(time.Duration(arguments.Ms * float64(time.Millisecond))):
		return "slept", nil
	case <-i.Done():
		stopped.Add(1)
		return nil, context.Cause(i)
	}
}

func steps(i *invocation, arguments struct{ Count int }) (any, error) {
	for step := 1; step <= arguments.Count; step++ {
		i.progress(float64(step)/float64(arguments.Count), "step "+strconv.Itoa(step))
		time.Sleep(30 * time.Millisecond)
	}
	return arguments.Count, nil
}

// relay makes a nested call: one deeper, within what is left of the budget, and ended with this one.
func relay(i *invocation, arguments struct {
	Tool string
	Args json.RawMessage
}) (any, error) {
	outer := i.call.Call
	request := &pb.CallRequest{
		Name: arguments.Tool, Arguments: &pb.Payload{Data: arguments.Args}, TimeoutMs: i.left(),
		Depth: outer.Depth + 1, Traceparent: outer.Traceparent, Tracestate: outer.Tracestate,
	}
	answer, err := pb.NewToolsClient(i.line.connection).Call(i, request)
	if err != nil {
		return nil, errors.Join(err, context.Cause(i))
	}
	response := proto.CloneOf(answer.Response)
	response.ToolName = nil
	return response, nil
}

func whoami(*invocation, struct{}) (any, error) {
	return object{{"pid", os.Getpid()}, {"runtime", runtime.Version()}, {"language", language}}, nil
}
