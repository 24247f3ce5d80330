import { defineConfig } from "vitest/config";

// biome-ignore lint/style/noDefaultExport: vitest reads a default export.
export default defineConfig({ test: { include: ["src/**/*.test.ts"], testTimeout: 30_000 } });
