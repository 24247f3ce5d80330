import { ClientCredentialsProvider, type OAuthClientProvider } from "@modelcontextprotocol/client";
import type { McpAuth } from "./options.js";

/** The headers that show who the sidecar is; OAuth has its own way. */
export function authHeaders(auth: McpAuth): Readonly<Record<string, string>> {
  switch (auth.type) {
    case "bearer":
      return { authorization: `Bearer ${auth.token()}` };
    case "basic": {
      const pair = Buffer.from(`${auth.username}:${auth.password()}`, "utf8").toString("base64");
      return { authorization: `Basic ${pair}` };
    }
    case "api_key":
      return { [auth.header]: auth.key() };
    case "oauth":
    case "none":
      return {};
  }
}

/** Gets tokens by client credentials, and again when one is refused. */
export function oauthOf(auth: McpAuth): OAuthClientProvider | null {
  if (auth.type !== "oauth") return null;
  return new ClientCredentialsProvider({
    clientId: auth.clientId,
    clientSecret: auth.clientSecret(),
    ...(auth.scope !== null && { scope: auth.scope }),
    ...(auth.issuer !== null && { expectedIssuer: auth.issuer }),
  });
}
