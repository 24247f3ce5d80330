/** A host that the sidecar starts and keeps alive. */
export interface HostOptions {
  /** The source name of its tools. */
  readonly source: string;
  readonly language: string;
  /** A program and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Absolute. */
  readonly folder: string;
  /** Added to the sidecar's own environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly processes: number;
  /** Megabytes of memory beyond which a process is ended; null means no limit. */
  readonly memoryMb: number | null;
  /** Files whose change reloads it, where the sidecar watches. */
  readonly files: readonly string[];
}
