import * as z from "zod";
import type { Progress } from "../model/call.js";
import type { Arguments, BatchOptions, Call, CallOptions } from "../model/call-options.js";
import type { Payload } from "../model/payload.js";
import type { ToolResponse } from "../model/response.js";
import { TOOL_NAME } from "../model/spec.js";

/** Where a tool writes; lines reach the sidecar's log with the tool's name. */
export interface ToolLog {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** What a tool is given beside its arguments. */
export interface ToolContext {
  /** Aborted when the budget runs out or the caller cancels (C3.5). */
  readonly signal: AbortSignal;
  /** The caller's id of the call; empty where it gave none. */
  readonly callId: string;
  /** The arguments as they travelled, every digit kept (C1.3). */
  readonly payload: Payload;
  readonly log: ToolLog;
  /** How many tool calls this one stands within; 0 for a call from outside (C3.8). */
  readonly depth: number;
  /** Milliseconds that are left of the budget. */
  readonly remaining: number;
  /**
   * Calls a tool, whoever offers it (C3.8). Deadline, cancel and trace of this call hold for that one as well, and what still
   * runs when this tool ends is cancelled. A tool that failed is a response, which may be returned as it is.
   */
  call(name: string, args?: Arguments, options?: CallOptions): Promise<ToolResponse>;
  /** Calls many tools; response i answers call i (C2.8). */
  callAll(calls: readonly Call[], options?: BatchOptions): Promise<ToolResponse[]>;
  /** Tells the caller how far the work has come (C3.6). */
  progress(update: Progress): void;
}

/** What `tool` takes. */
export interface ToolOptions<Input extends z.ZodType = z.ZodType, Injected extends z.ZodType = z.ZodType> {
  /** 1 to 128 of A-Z a-z 0-9 _ . and -. */
  readonly name: string;
  readonly description: string;
  /** The arguments, an object schema; left out, the tool takes none. */
  readonly input?: Input;
  /** Arguments that the framework injects: `run` gets them with the others, no model sees or gives them (C2.12). */
  readonly injected?: Injected;
  /** A successful result. */
  readonly output?: z.ZodType;
  /** Milliseconds that one call may take. */
  readonly timeout?: number;
  /** Whether a call whose outcome was lost may be repeated. */
  readonly idempotent?: boolean;
  readonly run: (args: z.output<Input> & z.output<Injected>, context: ToolContext) => unknown;
}

/** A tool as a module exports it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** What models see. */
  readonly input: z.ZodType;
  readonly injected: z.ZodType | null;
  /** All that `run` gets. */
  readonly delivered: z.ZodType;
  readonly output: z.ZodType | null;
  /** Milliseconds; null means the sidecar's limit. */
  readonly timeout: number | null;
  readonly idempotent: boolean;
  readonly run: (args: unknown, context: ToolContext) => unknown;
}

const definitions = new WeakSet<object>();

/** Defines a tool; throws where its name, timeout or description cannot be one. */
export function tool<
  Input extends z.ZodType = z.ZodObject<Record<never, never>>,
  Injected extends z.ZodType = z.ZodObject<Record<never, never>>,
>(options: ToolOptions<Input, Injected>): ToolDefinition {
  if (!TOOL_NAME.test(options.name)) {
    throw new TypeError(`The tool name ${JSON.stringify(options.name)} is not 1 to 128 of A-Z a-z 0-9 _ . and -.`);
  }
  if (typeof options.run !== "function") throw new TypeError(`The tool ${options.name} has no run function.`);
  if (options.timeout !== undefined && !(options.timeout > 0)) {
    throw new TypeError(`The tool ${options.name} has the timeout ${options.timeout}; it is milliseconds above 0.`);
  }
  const input = options.input ?? z.object({});
  const injected = options.injected ?? null;
  const definition: ToolDefinition = Object.freeze({
    name: options.name,
    description: options.description ?? "",
    input,
    injected,
    delivered: injected === null ? input : together(options.name, input, injected),
    output: options.output ?? null,
    timeout: options.timeout ?? null,
    idempotent: options.idempotent ?? false,
    run: options.run as ToolDefinition["run"],
  });
  definitions.add(definition);
  return definition;
}

function together(name: string, input: z.ZodType, injected: z.ZodType): z.ZodType {
  if (!(input instanceof z.ZodObject && injected instanceof z.ZodObject)) {
    throw new TypeError(
      `The tool ${name} has injected arguments: its input and they are objects, as z.object makes them.`,
    );
  }
  const twice = Object.keys(injected.shape).find((key) => Object.hasOwn(input.shape, key));
  if (twice !== undefined)
    throw new TypeError(`The tool ${name} has the argument ${twice} twice: once it is injected.`);
  return input.safeExtend(injected.shape);
}

/** Whether an export is a tool. */
export function isTool(value: unknown): value is ToolDefinition {
  return typeof value === "object" && value !== null && definitions.has(value);
}
