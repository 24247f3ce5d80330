/** Where a secret is read from when it is needed. */
export type Secret = () => string;

/** How the sidecar shows who it is to a server over HTTP. */
export type McpAuth =
  | { readonly type: "none" }
  | { readonly type: "bearer"; readonly token: Secret }
  | { readonly type: "basic"; readonly username: string; readonly password: Secret }
  | { readonly type: "api_key"; readonly header: string; readonly key: Secret }
  | {
      readonly type: "oauth";
      readonly clientId: string;
      readonly clientSecret: Secret;
      readonly scope: string | null;
      /** The one authorization server that may see the credentials; null leaves the choice to the MCP server. */
      readonly issuer: string | null;
    };

/** How a server is reached. */
export type McpWay =
  | {
      readonly kind: "stdio";
      readonly command: readonly [string, ...string[]];
      /** Absolute. */
      readonly folder: string;
      /** Added to the few variables that every child gets. */
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "http";
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly auth: McpAuth;
    };

/** An MCP server whose tools the sidecar offers. */
export interface McpServerOptions {
  /** The source name of its tools. */
  readonly source: string;
  readonly way: McpWay;
  /** Null means negotiated. */
  readonly protocol: "2025-11-25" | "2026-07-28" | null;
  /** Milliseconds without an answer or progress after which a call ends. */
  readonly idleMs: number;
  /** The most milliseconds that one call may take, whatever progress says; null means the sidecar's limit. */
  readonly mostMs: number | null;
  /** Milliseconds that connecting may take. */
  readonly connectMs: number;
  /** How often a connection that cannot be made is tried again within one request. */
  readonly retries: number;
  /** The most bytes of one message. */
  readonly maxMessageBytes: number;
}

/** Told of what a server's own output and connection say. */
export type McpLog = (level: "debug" | "info" | "warn" | "error", message: string, fields?: object) => void;
