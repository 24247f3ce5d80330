import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from "@modelcontextprotocol/client";
import { texts } from "../../gen/texts.js";
import { type Cause, type Fault, type FaultKind, fault } from "../../model/fault.js";
import { connectionFault } from "./fetch.js";
import { inputRequired } from "./outcome.js";
import { CUT_DATA } from "./tap.js";

const INPUT_REQUIRED = -32_042;
// Every other code is the server's own failure.
const KINDS: Readonly<Record<number, FaultKind>> = {
  [-32_602]: "invalid_arguments",
  [-32_601]: "internal",
  [-32_600]: "internal",
  [-32_700]: "internal",
  [-32_020]: "internal",
  [-32_021]: "internal",
  [-32_022]: "internal",
};

/** What a call that got no result comes to; kinds come from channel and code, never from text (C4.3). */
export function callFault(error: unknown, calledAs: string): Fault {
  if (error instanceof ProtocolError) return protocolFault(error, calledAs);
  if (error instanceof SdkHttpError) return httpFault(error, calledAs);
  if (error instanceof UnauthorizedError) {
    return fault("internal", `The MCP server of ${calledAs} refused the sidecar's credentials.`, {
      causes: causesOf(error),
      details: { effect: "none", code: 401 },
    });
  }
  const connection = connectionFault(error);
  const neverSent =
    connection?.neverSent === true || (error instanceof SdkError && error.code === SdkErrorCode.NotConnected);
  const isInvalid =
    error instanceof SdkError &&
    (error.code === SdkErrorCode.InvalidResult || error.code === SdkErrorCode.UnsupportedResultType);
  if (isInvalid)
    return fault("invalid_result", texts.invalid_result(calledAs, error.message), { causes: causesOf(error) });
  return lostFault(calledAs, neverSent ? "none" : "unknown", error);
}

/** The server is gone, or cannot be reached. */
export function lostFault(calledAs: string, effect: "none" | "unknown", error: unknown): Fault {
  return fault("host_lost", texts.host_lost(calledAs), { details: { effect }, causes: causesOf(error) });
}

/** Whether the server knows the session that a refused request came with; some answer 400 where 404 is due. */
export function sessionAfter(error: unknown): "known" | "doubtful" | "lost" {
  const status = error instanceof SdkHttpError ? error.status : 0;
  return status === 404 ? "lost" : status === 400 ? "doubtful" : "known";
}

function protocolFault(error: ProtocolError, calledAs: string): Fault {
  const { code, data } = error;
  if (data === CUT_DATA) return lostFault(calledAs, "unknown", error);
  if (code === INPUT_REQUIRED) {
    const { message, details } = inputRequired(calledAs, {});
    return fault("tool_error", message, {
      details: { ...details, data: data ?? null },
      causes: [{ language: "", type: "", message: error.message }],
    });
  }
  return fault(KINDS[code] ?? "exception", error.message || `JSON-RPC error ${code}`, {
    details: { code, ...(data !== undefined && { data }) },
  });
}

function httpFault(error: SdkHttpError, calledAs: string): Fault {
  const { status } = error;
  const more = { causes: causesOf(error), details: { effect: "none", code: status } };
  if (status === 429 || status === 503)
    return fault("overloaded", texts.overloaded(calledAs), { ...more, retryable: true });
  if (status === 404) return lostFault(calledAs, "none", error);
  if (status >= 500) return lostFault(calledAs, "unknown", error);
  return fault("internal", `The MCP server of ${calledAs} answered with HTTP status ${status}.`, more);
}

function causesOf(error: unknown): readonly Cause[] {
  const causes: Cause[] = [];
  for (let at = error; at instanceof Error && causes.length < 4; at = at.cause) {
    causes.push({ language: "", type: at.name, message: at.message });
  }
  return causes;
}
