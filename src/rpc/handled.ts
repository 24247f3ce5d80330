import { ServerInterceptingCall, type ServerInterceptor, status } from "@grpc/grpc-js";

/** Tells of every RPC of a known method how it was answered. */
export function handledInterceptor(handled: (path: string, code: string) => void): ServerInterceptor {
  return ({ path }, call) =>
    new ServerInterceptingCall(call, {
      sendStatus: (answer, next) => {
        handled(path, status[answer.code] ?? String(answer.code));
        next(answer);
      },
    });
}
