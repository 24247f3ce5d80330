import { Command, InvalidArgumentError, Option } from "commander";
import { connect } from "../../client/connect.js";
import { CannotReachError, RefusedError, ToolspanError } from "../../client/errors.js";
import type { Toolspan } from "../../client/toolspan.js";
import { UsageError } from "../usage-error.js";

/** What every command says that asks a running sidecar. */
export interface ReachFlags {
  readonly address?: string;
  readonly token?: string;
  readonly tlsCa?: string;
  /** Seconds. */
  readonly connectTimeout: number;
}

/** A command that asks a running sidecar, with the options to reach it. */
export function reachCommand(name: string): Command {
  return new Command(name)
    .option(
      "--address <address>",
      "unix:/path, host:port or [::1]:port (default: $TOOLSPAN_ADDRESS, else your own socket)",
    )
    .option("--token <token>", "the token of a TCP address (default: $TOOLSPAN_TOKEN, else the file that serve wrote)")
    .option("--tls-ca <file>", "a PEM file with the authority that signed the sidecar's certificate")
    .addOption(
      new Option("--connect-timeout <seconds>", "how long to wait for the sidecar").default(2).argParser(seconds),
    );
}

/** Connects, hands the connection to `use`, and closes it. */
export async function reach<T>(flags: ReachFlags, use: (hub: Toolspan) => Promise<T>): Promise<T> {
  await using hub = await open(flags);
  return await use(hub);
}

async function open({ address, token, tlsCa, connectTimeout }: ReachFlags): Promise<Toolspan> {
  try {
    return await connect(address, {
      connectTimeout: connectTimeout * 1000,
      ...(token === undefined ? {} : { token }),
      ...(tlsCa === undefined ? {} : { tls: { ca: tlsCa } }),
    });
  } catch (error) {
    if (error instanceof CannotReachError || error instanceof RefusedError) throw error;
    if (error instanceof ToolspanError) throw new UsageError(error.message);
    throw error;
  }
}

/** Reads an option that is a number of seconds. */
export function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < 0) {
    throw new InvalidArgumentError("It is a number of seconds, such as 5 or 0.5.");
  }
  return value;
}

/** Collects an option that may be given again. */
export function again(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}
