// RFC 3986, appendix B, with room for letters of every script.
const PARTS = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)/;
const FORBIDDEN = /[\s"<>\\^`{|}\p{Cc}]/u;

/** What the log shows of a URL: scheme, host, port and path; user, query and fragment may be secrets (C7.6). */
export function safeUrl(url: string): string {
  const parts = FORBIDDEN.test(url) ? null : PARTS.exec(url);
  if (parts === null) return "<unparseable-url>";
  const [, scheme = "", authority, path = ""] = parts;
  if (authority === undefined && !path.startsWith("/")) return `${scheme}:<redacted>`;
  const host = authority === undefined ? "" : `//${authority.slice(authority.lastIndexOf("@") + 1)}`;
  return `${scheme}:${host}${path}`;
}
