import { readdir } from "node:fs/promises";
import { limitHeapGrowth } from "../server/heap";
import { printTable } from "./table";

/** A file of `bench/data`: it measures one part of the club and ends what it has started. */
export interface DataBench {
  readonly name: string;
  /** Returns the rows of its table, each with the same columns. */
  run(): Promise<Readonly<Record<string, string>>[]>;
}

/** Runs the files of `bench/data`, one after another. @param only parts of their names; all of them when empty */
export async function benchData(only: readonly string[]): Promise<void> {
  // As the server does.
  limitHeapGrowth();
  const folder = new URL("data/", import.meta.url);
  for (const file of (await readdir(folder)).sort()) {
    if (!file.endsWith(".bench.ts")) continue;
    const bench: DataBench = await import(new URL(file, folder).href);
    if (only.length > 0 && !only.some((part) => bench.name.includes(part))) continue;
    console.log(`\n${bench.name}`);
    printTable(await bench.run());
  }
}
