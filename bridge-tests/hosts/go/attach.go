package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	pb "toolspan.dev/bridge-tests/hosts/go/gen/toolspan/v1"
)

const (
	maxInFlight = 64
	frameBytes  = 1 << 20
	grace       = 8 * time.Second
	linger      = 100 * time.Millisecond
	// Of a message, what is left for everything that is not the result.
	roomForTheRest = 64 << 10
)

// refusal is an end of the stream that another attempt would not change.
type refusal struct{ error }

type host struct {
	source, id string
}

func hostOf(source, id string) host { return host{source, id} }

func (h host) firstFrame() *pb.AttachRequest {
	first := &pb.AttachRequest{
		Hello: &pb.Hello{ProtocolMin: 1, ProtocolMax: 1, SdkVersion: sdkVersion, Language: language},
		Process: &pb.HostProcess{
			Pid: int64(os.Getpid()), Runtime: runtime.Version(), Id: h.id, MaxInFlight: maxInFlight,
		},
	}
	for _, each := range tools {
		first.Offers = append(first.Offers, &pb.Offer{Spec: each.spec(h.source)})
	}
	return first
}

// line is one stream: what runs for it, and what is to be sent on it.
type line struct {
	connection *grpc.ClientConn
	outbox     chan *pb.AttachRequest
	over       context.Context

	mutex    sync.Mutex
	limits   *pb.Limits
	running  map[uint64]context.CancelCauseFunc
	leaving  bool
	lingers  bool
	finished chan struct{}
}

// attach offers the tools on one stream until it ends; the answer is nil after an orderly end.
func attach(leaving context.Context, connection *grpc.ClientConn, h host, ready func([]string)) error {
	over, end := context.WithCancel(context.Background())
	defer end()
	stream, err := pb.NewHostsClient(connection).Attach(over, grpc.WaitForReady(h.id != ""))
	if err != nil {
		return err
	}
	if err := stream.Send(h.firstFrame()); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	l := &line{
		connection: connection,
		outbox:     make(chan *pb.AttachRequest, 256),
		over:       over,
		running:    map[uint64]context.CancelCauseFunc{},
		finished:   make(chan struct{}, 1),
	}
	go l.write(stream)
	go func() {
		select {
		case <-leaving.Done():
			l.say(&pb.AttachRequest{Drain: &pb.Drain{GraceMs: uint64(grace.Milliseconds())}})
			l.leave(linger)
			// What does not end within the grace time is left behind.
			select {
			case <-over.Done():
			case <-time.After(grace):
				end()
			}
		case <-over.Done():
		}
	}()
	accepted := []string{}
	for {
		frame, err := stream.Recv()
		if err != nil {
			return l.ended(err)
		}
		l.hear(frame)
		accepted = append(accepted, frame.Accepted...)
		if len(accepted) == len(tools) {
			ready(accepted)
		}
		for _, refused := range frame.Refusals {
			fmt.Fprintf(os.Stderr, "%s was refused: %s\n", refused.Name, refused.Reason)
		}
	}
}

func (l *line) hear(frame *pb.AttachResponse) {
	if frame.Ping != nil {
		l.say(&pb.AttachRequest{Pong: frame.Ping})
	}
	l.mutex.Lock()
	if limits := frame.Welcome.GetLimits(); limits != nil {
		l.limits = limits
	}
	for _, number := range frame.Cancel {
		l.stop(number, errCancelled)
	}
	for _, number := range frame.TimedOut {
		l.stop(number, errTimedOut)
	}
	l.mutex.Unlock()
	for _, each := range frame.Invocations {
		l.start(each)
	}
	if frame.Drain != nil {
		l.leave(0)
	}
}

// stop needs the mutex.
func (l *line) stop(number uint64, reason error) {
	if cancel := l.running[number]; cancel != nil {
		cancel(reason)
	}
}

func (l *line) start(call *pb.StreamCall) {
	l.mutex.Lock()
	if l.leaving {
		l.mutex.Unlock()
		l.say(&pb.AttachRequest{Outcomes: []*pb.InvocationOutcome{{Number: call.Number}}})
		return
	}
	ctx, cancel := context.WithCancelCause(l.over)
	l.running[call.Number] = cancel
	limits := l.limits
	l.mutex.Unlock()
	go func() {
		defer cancel(nil)
		outcome := invoke(&invocation{Context: ctx, call: call, line: l, limits: limits, started: time.Now()})
		l.say(&pb.AttachRequest{Outcomes: []*pb.InvocationOutcome{outcome}})
		l.mutex.Lock()
		delete(l.running, call.Number)
		l.tellIfFinished()
		l.mutex.Unlock()
	}()
}

// leave takes nothing new, and half-closes when nothing is under way and a moment has passed.
func (l *line) leave(moment time.Duration) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.leaving {
		return
	}
	l.leaving, l.lingers = true, true
	time.AfterFunc(moment, func() {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		l.lingers = false
		l.tellIfFinished()
	})
}

// tellIfFinished needs the mutex.
func (l *line) tellIfFinished() {
	if !l.leaving || l.lingers || len(l.running) > 0 {
		return
	}
	select {
	case l.finished <- struct{}{}:
	default:
	}
}

// say queues a frame, or drops it where the stream is over.
func (l *line) say(frame *pb.AttachRequest) {
	select {
	case l.outbox <- frame:
	case <-l.over.Done():
	}
}

// write sends everything that is queued in as few frames as their size allows.
func (l *line) write(stream grpc.BidiStreamingClient[pb.AttachRequest, pb.AttachResponse]) {
	for {
		select {
		case frame := <-l.outbox:
			for frame != nil {
				next := l.merge(frame)
				if stream.Send(frame) != nil {
					return
				}
				frame = next
			}
		case <-l.finished:
			if len(l.outbox) > 0 {
				l.finished <- struct{}{}
				continue
			}
			_ = stream.CloseSend()
			return
		case <-l.over.Done():
			return
		}
	}
}

// merge adds what is queued to a frame; the answer is what did not fit.
func (l *line) merge(frame *pb.AttachRequest) *pb.AttachRequest {
	for size := proto.Size(frame); ; {
		select {
		case next := <-l.outbox:
			if size += proto.Size(next); size > frameBytes {
				return next
			}
			proto.Merge(frame, next)
		default:
			return nil
		}
	}
}

func (l *line) ended(err error) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if errors.Is(err, io.EOF) && l.leaving {
		return nil
	}
	said, _ := status.FromError(err)
	switch said.Code() {
	case codes.Unauthenticated, codes.FailedPrecondition, codes.InvalidArgument, codes.Unimplemented:
		return refusal{errors.New(said.Message())}
	case codes.Unavailable:
		if l.leaving || strings.HasPrefix(said.Message(), "draining") {
			return nil
		}
	}
	return err
}
