export const CHROMIUM_ARGS: string[];
export function findSystemChromium(): string | undefined;
export function ensureBrowser(): boolean;
export function ensureFurtherBrowsers(): boolean;
