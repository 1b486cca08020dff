export function chromiumOptions(options?: { whole?: boolean }): {
  args: string[];
  executablePath?: string;
  channel?: string;
};
export function ensureBrowser(): boolean;
export function ensureFurtherBrowsers(): boolean;
