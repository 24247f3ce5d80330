// How the tool `bash` is set up.

export const BASH_SOURCE = "skills";
export const BASH_NAME = "bash";

/** The bounds of one command. */
export interface BashLimits {
  /** Bytes of each stream that are kept. */
  readonly outputBytes: number;
  /** Megabytes of memory of all its processes together; one alone cannot allocate more. */
  readonly memoryMb: number;
  readonly processes: number;
}

export interface BashOptions extends BashLimits {
  /** Whether what lies in the folders of skills may run, too. */
  readonly skillScripts: boolean;
  /** Where commands run that say nothing else. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The longest that one command may take, whatever it says. */
  readonly mostMs: number;
}
