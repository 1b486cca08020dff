export type OldChromium = 69 | 83 | 92;
export const runsOldChromium: boolean;
export function oldChromiumPath(major: OldChromium): string;
export function ensureOldChromium(majors: readonly OldChromium[]): Promise<string | undefined>;
