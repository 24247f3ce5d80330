import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { folder } from "./places.js";

/** A new certificate for loopback that is its own authority, as two PEM files. */
export function certificate(): { readonly cert: string; readonly key: string } {
  const at = folder();
  const [cert, key] = [join(at, "cert.pem"), join(at, "key.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  const made = spawnSync("openssl", ["req", "-x509", ...kind, "-keyout", key, "-out", cert, ...subject]);
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
  return { cert, key };
}
