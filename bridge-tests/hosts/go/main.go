// Command go-host offers the tools of the outcome matrix from a Go process; it was written from docs/hosts.md alone.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	"google.golang.org/grpc"
)

const (
	firstPause   = 50 * time.Millisecond
	longestPause = 5 * time.Second
)

func main() {
	log.SetFlags(0)
	if err := run(); err != nil {
		log.Print(err)
		os.Exit(1)
	}
}

func run() error {
	id, source := os.Getenv("TOOLSPAN_HOST_ID"), os.Getenv("TOOLSPAN_SOURCE")
	if source == "" {
		source = "go"
	}
	connection, err := dial(address(), os.Getenv("TOOLSPAN_TOKEN"))
	if err != nil {
		return err
	}
	defer connection.Close()

	leaving, leave := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	go func() {
		<-signals
		leave()
	}()
	if id == "" {
		return offerForever(leaving, connection, source)
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		leave()
	}()
	return attach(leaving, connection, hostOf(source, id), func([]string) {})
}

// offerForever is a host that nobody started: it looks for the next sidecar when one is gone.
func offerForever(leaving context.Context, connection *grpc.ClientConn, source string) error {
	told, last := false, ""
	ready := func(tools []string) {
		if told {
			return
		}
		told = true
		line := map[string]any{"ready": 1, "source": source, "tools": tools, "pid": os.Getpid()}
		_ = json.NewEncoder(os.Stdout).Encode(line)
	}
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		began := time.Now()
		err := attach(leaving, connection, hostOf(source, ""), ready)
		if leaving.Err() != nil {
			return nil
		}
		if errors.As(err, new(refusal)) {
			return err
		}
		reason := "it stops"
		if err != nil {
			reason = err.Error()
		}
		// Each state is told once, however often it is met.
		if reason != last {
			log.Printf("the sidecar is gone (%s); looking for the next one", reason)
		}
		last = reason
		if time.Since(began) > longestPause {
			pause = firstPause
		}
		select {
		case <-time.After(pause):
		case <-leaving.Done():
			return nil
		}
	}
}
