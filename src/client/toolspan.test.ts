import { status } from "@grpc/grpc-js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CallRequest } from "../gen/toolspan/v1/tools.js";
import { fault } from "../model/fault.js";
import { float } from "../model/float.js";
import { payload } from "../model/payload.js";
import { isToolResponse } from "../model/response.js";
import { spec } from "../model/spec.test-support.js";
import { connect } from "./connect.js";
import { CannotReachError, RefusedError } from "./errors.js";
import { answer, fakeSidecar, type Reply, type Script, socketFolder } from "./fake-sidecar.test-support.js";
import type { ConnectOptions } from "./options.js";
import { modelText, toJson } from "./text.js";

const open: (AsyncDisposable | Disposable)[] = [];
let socket: string;

beforeEach(() => {
  const folder = socketFolder();
  open.push(folder);
  socket = `${folder.path}/s`;
});

afterEach(async () => {
  for (const each of open.splice(0).reverse()) {
    if (Symbol.asyncDispose in each) await each[Symbol.asyncDispose]();
    else each[Symbol.dispose]();
  }
});

async function sidecar(script: Script): Promise<AsyncDisposable> {
  const fake = await fakeSidecar(socket, script);
  open.push(fake);
  return fake;
}

async function hubFor(options: ConnectOptions = {}) {
  const hub = await connect(`unix:${socket}`, { connectTimeout: 2000, ...options });
  open.push(hub);
  return hub;
}

/** Replies in turn; the last one again and again. */
function inTurn(...replies: Reply[]): { requests: CallRequest[]; call: NonNullable<Script["call"]> } {
  const requests: CallRequest[] = [];
  return {
    requests,
    call: (request) => {
      requests.push(request);
      return replies[Math.min(requests.length, replies.length) - 1] ?? "never";
    },
  };
}

const DRAINING = { code: status.UNAVAILABLE, details: "draining: this sidecar is stopping" };
const CUT = { code: status.UNAVAILABLE, details: "Connection dropped" };

describe("an answer", () => {
  test("keeps every digit, and its own text behind the response", async () => {
    await sidecar({ call: () => answer('{"big":18446744073709551615,"one":1.0,"__proto__":{"a":1}}') });
    const response = await (await hubFor()).call("t", {});
    const result = response.result as Record<string, unknown>;
    expect(result["big"]).toBe(18446744073709551615n);
    expect(Object.hasOwn(result, "__proto__")).toBe(true);
    expect(toJson(response)).toContain('{"big":18446744073709551615,"one":1.0,"__proto__":{"a":1}}');
    expect(modelText(response)).toBe('{"big":18446744073709551615,"one":1.0,"__proto__":{"a":1}}');
    expect(isToolResponse(response)).toBe(true);
  });

  test("that is no JSON is invalid_result", async () => {
    await sidecar({ call: () => answer("{oops") });
    const response = await (await hubFor()).call("t");
    expect(response).toMatchObject({ result: null, success: false, fault: { kind: "invalid_result" } });
    expect(response.error).toBe("Tool t returned an invalid result: the whole value is not valid JSON.");
  });

  test("of bytes is bytes, of another media type a payload", async () => {
    const bytes = (mediaType: string) => ({ ...answer("1"), result: payload(new Uint8Array([1, 2]), mediaType) });
    await sidecar({ call: inTurn(bytes("application/octet-stream"), bytes("image/png")).call });
    const hub = await hubFor();
    expect((await hub.call("t")).result).toEqual(new Uint8Array([1, 2]));
    const image = await hub.call("t");
    expect(image.result).toMatchObject({ mediaType: "image/png" });
    expect(modelText(image)).toBe('{"media_type":"image/png","base64":"AQI="}');
  });

  test("of a failed tool is a response, not an error", async () => {
    const failed = { ...answer("null"), result: null, success: false, error: "", fault: fault("tool_error", "") };
    await sidecar({ call: () => failed });
    const response = await (await hubFor()).call("t");
    expect(response).toMatchObject({ success: false, error: "" });
    expect(modelText(response)).toBe("Tool t failed.");
  });
});

describe("arguments", () => {
  test("travel as they are meant", async () => {
    const { call, requests } = inTurn(answer("1"));
    await sidecar({ call });
    const hub = await hubFor();
    const given = [undefined, null, "", "{broken", payload("[1]"), { a: float(1), b: 2n ** 64n, c: undefined }];
    for (const args of given) await hub.call("t", args);
    const sent = requests.map((request) => request.arguments && Buffer.from(request.arguments.data).toString());
    expect(sent).toEqual([undefined, undefined, "", "{broken", "[1]", '{"a":1.0,"b":18446744073709551616}']);
  });

  test("that cannot cross never leave", async () => {
    const { call, requests } = inTurn(answer("1"));
    await sidecar({ call, limits: { maxMessageBytes: 1_048_576 } });
    const hub = await hubFor();
    const wrong = await hub.call("t", { a: [Number.NaN], f: () => 1 });
    expect(wrong.error).toBe(
      "Tool t got invalid arguments: /a/0 is NaN, a non-finite number that JSON has no form for; " +
        "/f is a function, which JSON has no form for.",
    );
    const large = await hub.call("t", "x".repeat(1_048_576));
    expect(large).toMatchObject({ fault: { kind: "invalid_arguments" }, executionTimeMs: 0 });
    expect(large.error).toBe("Tool t got arguments of 1048576 bytes, over the limit of 1 MiB.");
    expect(requests).toHaveLength(0);
  });
});

describe("a budget", () => {
  test("of nothing is spent before the call leaves", async () => {
    const { call, requests } = inTurn(answer("1"));
    await sidecar({ call });
    const response = await (await hubFor()).call("t", {}, { timeout: 0 });
    expect(response).toMatchObject({ error: "Tool t timed out after 0 ms.", fault: { kind: "timeout" } });
    expect(requests).toHaveLength(0);
  });

  test("travels with the call, and ends it here where the sidecar does not", async () => {
    const { call, requests } = inTurn("never");
    await sidecar({ call });
    const response = await (await hubFor()).call("t", {}, { timeout: 120 });
    expect(requests[0]?.timeoutMs).toBe(120n);
    expect(response.error).toBe("Tool t timed out after 120 ms.");
  });

  test("is not sent where none was given", async () => {
    const { call, requests } = inTurn(answer("1"));
    await sidecar({ call });
    await (await hubFor()).call("t", {}, { callId: "c", specDigest: "d", invocationKey: "k" });
    expect(requests[0]).toMatchObject({ timeoutMs: undefined, callId: "c", specDigest: "d", invocationKey: "k" });
  });
});

describe("cancelling", () => {
  test("releases the caller and reaches the sidecar", async () => {
    const stop = new AbortController();
    let reached: Promise<void> | undefined;
    await sidecar({
      call: (_, cancelled) => {
        reached = cancelled;
        stop.abort();
        return "never";
      },
    });
    const response = await (await hubFor()).call("t", {}, { signal: stop.signal });
    expect(response).toMatchObject({ error: "Tool t was cancelled.", fault: { kind: "cancelled" } });
    await reached;
  });

  test("before the start sends nothing, and closing cancels", async () => {
    const { call, requests } = inTurn("never");
    await sidecar({ call });
    const hub = await hubFor();
    expect((await hub.call("t", {}, { signal: AbortSignal.abort() })).fault?.kind).toBe("cancelled");
    expect(requests).toHaveLength(0);
    const pending = hub.call("t");
    while (requests.length === 0) await new Promise((tick) => setTimeout(tick, 5));
    await hub.close();
    expect((await pending).fault?.kind).toBe("cancelled");
    await expect(hub.call("t")).rejects.toThrow("closed");
  });
});

describe("a lost connection", () => {
  test("makes host_lost of a call that was sent", async () => {
    const { call, requests } = inTurn(CUT, answer("1"));
    await sidecar({ call, tools: [spec("t")] });
    const response = await (await hubFor()).call("t");
    expect(response).toMatchObject({ error: "Tool t lost its host.", fault: { kind: "host_lost", retryable: false } });
    expect(response.fault?.details).toEqual({ effect: "unknown" });
    expect(requests).toHaveLength(1);
  });

  test("repeats an idempotent call, three times in all", async () => {
    const { call, requests } = inTurn(CUT, CUT, answer("1"));
    await sidecar({ call, tools: [spec("t", { idempotent: true })] });
    expect((await (await hubFor()).call("s.t")).success).toBe(true);
    expect(requests).toHaveLength(3);
    const hopeless = inTurn(CUT);
    socket += "2";
    await sidecar({ call: hopeless.call, tools: [spec("t", { idempotent: true })] });
    expect((await (await hubFor()).call("t")).fault?.kind).toBe("host_lost");
    expect(hopeless.requests).toHaveLength(3);
  });

  test("is re-made to the next sidecar; with none it is an error", async () => {
    const first = await sidecar({ call: () => answer("1") });
    const hub = await hubFor({ connectTimeout: 1000 });
    expect((await hub.call("t")).result).toBe(1);
    await first[Symbol.asyncDispose]();
    // What is sent before the loss is noticed is lost; what comes later never leaves.
    await new Promise((noticed) => setTimeout(noticed, 50));
    await expect(hub.call("t")).rejects.toThrow(CannotReachError);
    await sidecar({ call: () => answer("2") });
    expect((await hub.call("t")).result).toBe(2);
  });

  test("is re-made with the token of the next sidecar", async () => {
    const { call } = inTurn({ code: status.UNAUTHENTICATED, details: "This address needs a token." }, answer("3"));
    await sidecar({ call });
    expect((await (await hubFor({ transport: "unary" })).call("t")).result).toBe(3);
    socket += "2";
    await sidecar({ call: () => ({ code: status.UNAUTHENTICATED, details: "This address needs a token." }) });
    await expect((await hubFor({ transport: "unary" })).call("t")).rejects.toThrow(RefusedError);
  });

  test("ends a call in flight when the sidecar is killed", async () => {
    const { call, requests } = inTurn("never");
    const only = await sidecar({ call, tools: [spec("t")] });
    const pending = (await hubFor({ connectTimeout: 300 })).call("t");
    while (requests.length === 0) await new Promise((tick) => setTimeout(tick, 5));
    await only[Symbol.asyncDispose]();
    expect((await pending).fault?.kind).toBe("host_lost");
  });

  test("a draining sidecar did not run the call", async () => {
    const { call, requests } = inTurn(DRAINING, DRAINING, answer("7"));
    await sidecar({ call });
    expect((await (await hubFor()).call("t")).result).toBe(7);
    expect(requests).toHaveLength(3);
    socket += "2";
    await sidecar({ call: () => DRAINING });
    await expect((await hubFor({ connectTimeout: 300 })).call("t")).rejects.toThrow(CannotReachError);
  });
});

describe("connecting", () => {
  test("to nothing says so in one sentence", async () => {
    const attempt = connect(`unix:${socket}`, { connectTimeout: 200 });
    await expect(attempt).rejects.toThrow(CannotReachError);
    await expect(attempt).rejects.toThrow(/^Cannot reach the Toolspan sidecar at unix:.*ENOENT/);
  });

  test("waits for a sidecar that is about to come", async () => {
    const hub = hubFor();
    await new Promise((later) => setTimeout(later, 150));
    await sidecar({ call: () => answer("1") });
    expect((await (await hub).call("t")).result).toBe(1);
  });

  test("with a wrong token is refused, with the right one it is not", async () => {
    await sidecar({ token: "secret", call: () => answer("1") });
    await expect(hubFor({ token: "wrong" })).rejects.toThrow(RefusedError);
    expect((await (await hubFor({ token: "secret" })).call("t")).result).toBe(1);
  });
});

describe("limits and lists", () => {
  test("calls beyond the announced limit wait their turn", async () => {
    let inside = 0;
    let most = 0;
    await sidecar({
      limits: { maxInFlight: 2 },
      call: async () => {
        most = Math.max(most, ++inside);
        await new Promise((later) => setTimeout(later, 2));
        inside--;
        return answer("1");
      },
    });
    const hub = await hubFor();
    const all = await Promise.all(Array.from({ length: 20 }, () => hub.call("t")));
    expect(all.every((response) => response.success)).toBe(true);
    expect(most).toBeLessThanOrEqual(2);
  });

  test("tools are listed and watched, on to the next sidecar, until the connection is closed", async () => {
    const watching = (name: string): Script => ({
      tools: [spec(name)],
      watch: (call) => void call.write({ tools: [{ ...listed(name) }], revision: 1n }),
    });
    const first = await sidecar(watching("a"));
    const hub = await hubFor();
    expect((await hub.tools()).map((tool) => tool.name)).toEqual(["a"]);
    const seen: string[] = [];
    for await (const tools of hub.watchTools()) {
      seen.push(...tools.map((tool) => tool.name));
      if (seen.length === 2) await hub.close();
      else {
        await first[Symbol.asyncDispose]();
        await sidecar(watching("b"));
      }
    }
    expect(seen).toEqual(["a", "b"]);
  });
});

function listed(name: string) {
  return {
    name,
    description: "",
    inputSchema: undefined,
    injectedSchema: undefined,
    outputSchema: undefined,
    type: 2 as const,
    source: "s",
    timeoutMs: undefined,
    idempotent: false,
    digest: "",
  };
}
