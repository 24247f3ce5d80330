package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"

	pb "toolspan.dev/bridge-tests/hosts/go/gen/toolspan/v1"
)

var (
	errCancelled = errors.New("the caller cancelled")
	errTimedOut  = errors.New("the budget ran out")
)

const maxTextBytes = 8192

// invocation is one call of a tool of this process; its context is done when nobody waits any more.
type invocation struct {
	context.Context
	call    *pb.StreamCall
	line    *line
	limits  *pb.Limits
	started time.Time
}

// payload is a result that travels as it is.
type payload struct{ *pb.Payload }

// failed is a failure that a tool states itself.
type failed struct {
	text    string
	result  any
	details object
}

func (i *invocation) calledAs() string {
	if i.call.CalledAs != "" {
		return i.call.CalledAs
	}
	return i.call.Call.Name
}

func (i *invocation) progress(fraction float64, message string) {
	if !i.call.WantsProgress {
		return
	}
	update := &pb.Progress{Fraction: &fraction, Message: &message}
	i.line.say(&pb.AttachRequest{Progress: []*pb.StreamProgress{{Number: i.call.Number, Progress: update}}})
}

// invoke runs a tool to its one outcome.
func invoke(i *invocation) *pb.InvocationOutcome {
	outcome := i.outcome()
	return &pb.InvocationOutcome{
		Number: i.call.Number, Outcome: outcome, ExecutionTimeMs: uint64(time.Since(i.started).Milliseconds()),
	}
}

// left is what is left of the budget.
func (i *invocation) left() *uint64 {
	if i.call.Call.TimeoutMs == nil {
		return nil
	}
	return proto.Uint64(i.call.Call.GetTimeoutMs() - min(i.call.Call.GetTimeoutMs(), uint64(time.Since(i.started).Milliseconds())))
}

func (i *invocation) outcome() *pb.Outcome {
	for _, each := range tools {
		if each.name == i.call.Call.Name {
			value, err := attempt(each, i)
			if err != nil {
				return raised(i.faultOf(err))
			}
			return &pb.Outcome{Kind: &pb.Outcome_Returned{Returned: i.respond(value)}}
		}
	}
	text := fmt.Sprintf("Tool %s does not exist.", i.calledAs())
	return raised(&pb.Fault{Kind: pb.FaultKind_FAULT_KIND_INTERNAL, Message: text})
}

// attempt is the one place that catches what a tool panics with.
func attempt(t tool, i *invocation) (value any, err error) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case error:
			err = thrown
		default:
			err = panicked{thrown}
		}
	}()
	arguments := []byte("{}")
	if given := i.call.Call.Arguments; given != nil {
		arguments = given.Data
	}
	return t.run(i, arguments)
}

type panicked struct{ value any }

func (p panicked) Error() string { return fmt.Sprint(p.value) }

// respond makes the response of what a tool returned: a success, whatever it looks like, unless it says otherwise.
func (i *invocation) respond(value any) *pb.ToolResponse {
	if response, ok := value.(*pb.ToolResponse); ok {
		return response
	}
	stated, isFailure := value.(failed)
	if isFailure {
		value = stated.result
	}
	result, problems := i.result(value)
	if len(problems) > 0 {
		return i.invalid(problems)
	}
	limit := int(i.limits.GetMaxMessageBytes())
	if limit > 0 && len(result.Data) > limit-roomForTheRest {
		text := fmt.Sprintf("Tool %s returned %d bytes, over the limit of %s.", i.calledAs(), len(result.Data), size(limit))
		return failure(&pb.Fault{Kind: pb.FaultKind_FAULT_KIND_RESULT_TOO_LARGE, Message: text}, nil)
	}
	if !isFailure {
		return &pb.ToolResponse{Success: true, Result: result}
	}
	if stated.result == nil {
		result = nil
	}
	details, problems := encode(stated.details, i.maxDepth())
	if len(problems) > 0 {
		return i.invalid(problems)
	}
	reason := &pb.Fault{Kind: pb.FaultKind_FAULT_KIND_TOOL_ERROR, Message: clamp(stated.text), Language: language}
	reason.Details = &pb.Payload{Data: details}
	return failure(reason, result)
}

func (i *invocation) result(value any) (*pb.Payload, []problem) {
	switch v := value.(type) {
	case payload:
		return v.Payload, nil
	case []byte:
		return &pb.Payload{Data: v, MediaType: "application/octet-stream"}, nil
	}
	text, problems := encode(value, i.maxDepth())
	return &pb.Payload{Data: text}, problems
}

func (i *invocation) maxDepth() int {
	if depth := i.limits.GetMaxJsonDepth(); depth > 0 {
		return int(depth)
	}
	return 512
}

func (i *invocation) invalid(problems []problem) *pb.ToolResponse {
	listed := make([]string, len(problems))
	for at, each := range problems {
		place := each.Path
		if place == "" {
			place = "the whole value"
		}
		listed[at] = place + " " + each.Reason
	}
	text := fmt.Sprintf("Tool %s returned an invalid result: %s.", i.calledAs(), strings.Join(listed, "; "))
	details, _ := json.Marshal(map[string]any{"path": problems[0].Path, "problems": problems})
	reason := &pb.Fault{Kind: pb.FaultKind_FAULT_KIND_INVALID_RESULT, Message: clamp(text)}
	reason.Details = &pb.Payload{Data: details}
	return failure(reason, nil)
}

func failure(reason *pb.Fault, result *pb.Payload) *pb.ToolResponse {
	return &pb.ToolResponse{Error: proto.String(reason.Message), Fault: reason, Result: result}
}

func raised(reason *pb.Fault) *pb.Outcome {
	return &pb.Outcome{Kind: &pb.Outcome_Raised{Raised: reason}}
}

// faultOf is what a caller is told of an error; one that only says that the invocation was stopped is not the tool's own.
func (i *invocation) faultOf(err error) *pb.Fault {
	switch stopped := context.Cause(i); {
	case stopped != nil && errors.Is(err, errTimedOut):
		text := fmt.Sprintf("Tool %s timed out after %d ms.", i.calledAs(), i.call.Call.GetTimeoutMs())
		return &pb.Fault{Kind: pb.FaultKind_FAULT_KIND_TIMEOUT, Message: text, Retryable: true}
	case stopped != nil && (errors.Is(err, errCancelled) || errors.Is(err, context.Canceled)):
		text := fmt.Sprintf("Tool %s was cancelled.", i.calledAs())
		return &pb.Fault{Kind: pb.FaultKind_FAULT_KIND_CANCELLED, Message: text}
	}
	reason := &pb.Fault{Kind: pb.FaultKind_FAULT_KIND_EXCEPTION, Language: language, Type: typeOf(err), Message: textOf(err)}
	for cause := errors.Unwrap(err); cause != nil && len(reason.Causes) < 16; cause = errors.Unwrap(cause) {
		reason.Causes = append(reason.Causes, &pb.Cause{Language: language, Type: typeOf(cause), Message: textOf(cause)})
	}
	return reason
}

func typeOf(err error) string {
	kind := reflect.TypeOf(err)
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	return kind.Name()
}

// textOf is an error's text, or its type where there is none or reading it panics.
func textOf(err error) (text string) {
	defer func() {
		if recover() != nil || text == "" {
			text = typeOf(err)
		}
	}()
	return clamp(err.Error())
}

// clamp cuts a text at 8 KiB, between code points.
func clamp(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= maxTextBytes {
		return text
	}
	end := maxTextBytes
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

func size(bytes int) string {
	if bytes%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d bytes", bytes)
}
