import { expect, it } from "vitest";
import { SCRIPT_FEATURES } from "../../app/document/script-features";
import { findFeature, isInTargets, readScriptTargets, readVersion } from "../setup/targets";

it("architecture: the loader's features are those of the browsers in [script] and of no older ones", () => {
  const features = SCRIPT_FEATURES.map((name) =>
    findFeature(name in { WeakRef } ? `javascript.builtins.${name}` : `api.${name}`),
  );
  expect(features.filter((feature) => !isInTargets(feature))).toEqual([]);
  const oldest = readScriptTargets().map(([browser]) => [
    browser,
    Math.max(...features.map((feature) => readVersion(feature, browser))),
  ]);
  expect(oldest).toEqual(readScriptTargets());
});
