/** How much of an event its log line shows. */
export const LOG_LEVELS = ["OFF", "STANDARD", "VERBOSE"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** The level of each event type: its own, else that of its nearest dotted parent, else the default. */
export interface Levels {
  readonly level: LogLevel;
  readonly types: Readonly<Record<string, LogLevel>>;
}

export function levelOf({ level, types }: Levels, eventType: string): LogLevel {
  for (let name = eventType; ; name = name.slice(0, name.lastIndexOf("."))) {
    if (Object.hasOwn(types, name)) return types[name] ?? level;
    if (!name.includes(".")) return level;
  }
}
