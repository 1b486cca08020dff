export function findSystemChromium(): string | undefined;
export function ensureBrowser(): boolean;
