import { addressText, defaultAddress, findTls, findToken, parseAddress } from "./address.js";
import { dial } from "./dial.js";
import { Link } from "./link.js";
import { CONNECT_TIMEOUT, type ConnectOptions } from "./options.js";
import { Toolspan } from "./toolspan.js";

/**
 * Connects to a sidecar: `unix:/path/to.sock`, `host:port` or `[::1]:port`; where no address is given, the one in
 * TOOLSPAN_ADDRESS, else the user's own default socket.
 */
export async function connect(address?: string, options: ConnectOptions = {}): Promise<Toolspan> {
  const parsed = parseAddress(address ?? defaultAddress());
  const client = dial(parsed, findTls(options.tls));
  const token = () => options.token ?? findToken(parsed);
  const link = new Link(client, addressText(parsed), options.connectTimeout ?? CONNECT_TIMEOUT, token);
  try {
    await link.ready();
    return new Toolspan(link, options.transport ?? "stream");
  } catch (error) {
    link.close();
    throw error;
  }
}
