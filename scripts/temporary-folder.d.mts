export function makeTemporaryFolder(): () => void;
