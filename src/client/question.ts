import type { CallOptions, ServiceError } from "@grpc/grpc-js";
import { ToolspanError } from "./errors.js";
import { trouble } from "./status.js";

const WAIT_MS = 30_000;

/** One question to the sidecar that is no call of a tool; `what` says what cannot be done where there is no answer. */
export function question<T>(
  what: string,
  send: (options: Partial<CallOptions>, done: (error: ServiceError | null, answer: T) => void) => unknown,
): Promise<T> {
  return new Promise((resolve, reject) => {
    send({ deadline: Date.now() + WAIT_MS }, (error, answer) => {
      if (error === null) resolve(answer);
      else reject(unanswered(what, error));
    });
  });
}

/** Why a question has no answer. */
export function unanswered(what: string, error: unknown): ToolspanError {
  const problem = trouble(error);
  if (problem.kind === "refused") return problem.error;
  return new ToolspanError(`${what}: ${"reason" in problem ? problem.reason : "no answer in time"}`);
}
