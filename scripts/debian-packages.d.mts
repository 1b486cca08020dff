export declare function installPackages(names: readonly string[]): void;
