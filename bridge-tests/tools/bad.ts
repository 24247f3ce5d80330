import { tool } from "toolspan";

throw new Error(`this module cannot load ${typeof tool}`);
