package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"math"
	"net"
	"os"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
)

const (
	sdkVersion = "0.1.0"
	language   = "go"
)

func address() string {
	if given := os.Getenv("TOOLSPAN_ADDRESS"); given != "" {
		return given
	}
	folder := os.Getenv("XDG_RUNTIME_DIR")
	if folder == "" {
		folder = "/tmp"
	}
	return fmt.Sprintf("unix:%s/toolspan-%d/toolspan.sock", folder, os.Getuid())
}

// dial opens a connection on which every call carries the metadata of a peer.
func dial(address, token string) (*grpc.ClientConn, error) {
	pairs := []string{"toolspan-protocol", "1", "toolspan-sdk", sdkVersion, "toolspan-language", language}
	target, transport := address, insecure.NewCredentials()
	if !strings.HasPrefix(address, "unix:") {
		host, _, err := net.SplitHostPort(address)
		if err != nil {
			return nil, fmt.Errorf("the address %q is not unix:/path, host:port or [::1]:port", address)
		}
		target = "passthrough:///" + address
		if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			transport = credentials.NewTLS(&tls.Config{ServerName: host})
		}
		pairs = append(pairs, "authorization", "Bearer "+token)
	}
	return grpc.NewClient(target,
		grpc.WithTransportCredentials(transport),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(math.MaxInt32), grpc.MaxCallSendMsgSize(math.MaxInt32)),
		grpc.WithChainStreamInterceptor(func(ctx context.Context, desc *grpc.StreamDesc, cc *grpc.ClientConn, method string, streamer grpc.Streamer, options ...grpc.CallOption) (grpc.ClientStream, error) {
			return streamer(metadata.AppendToOutgoingContext(ctx, pairs...), desc, cc, method, options...)
		}),
		grpc.WithChainUnaryInterceptor(func(ctx context.Context, method string, request, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, options ...grpc.CallOption) error {
			return invoker(metadata.AppendToOutgoingContext(ctx, pairs...), method, request, reply, cc, options...)
		}))
}
