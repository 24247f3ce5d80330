import { status } from "@grpc/grpc-js";
import { expect, test } from "vitest";
import { trouble } from "./status.js";

const NOTHING_THERE =
  "No connection established. Last error: Error: connect ENOENT /s. Resolution note: something of grpc-js.";

test.each([
  [status.UNAVAILABLE, "draining: stopping", { kind: "unsent", reason: "it is stopping" }],
  [status.UNAVAILABLE, NOTHING_THERE, { kind: "unsent", reason: "connect ENOENT /s" }],
  [
    status.UNAVAILABLE,
    "No connection established. Last error: Failed to connect (2026-01-02T03:04:05.678Z). Resolution note: ",
    { kind: "unsent", reason: "Failed to connect" },
  ],
  [status.UNAVAILABLE, "Connection dropped", { kind: "lost" }],
  [status.CANCELLED, "Call cancelled", { kind: "lost" }],
  [status.INTERNAL, "Received RST_STREAM with code 2 triggered by internal client error: EPIPE", { kind: "lost" }],
  [status.INTERNAL, "a fault of the sidecar", { kind: "broken", reason: "a fault of the sidecar" }],
  [status.DEADLINE_EXCEEDED, "", { kind: "late" }],
  [status.UNAUTHENTICATED, "no", { kind: "refused", error: { refusal: "token", message: "no" } }],
  [status.FAILED_PRECONDITION, "levels", { kind: "refused", error: { refusal: "protocol", message: "levels" } }],
  [status.UNIMPLEMENTED, "", { kind: "refused", error: { refusal: "request" } }],
])("status %i with %j", (code, details, expected) => {
  expect(trouble(Object.assign(new Error(details), { code, details }))).toMatchObject(expected);
});
