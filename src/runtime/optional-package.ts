/**
 * Packages of providers that most owners do not use. They are optional peer dependencies that are loaded on first
 * use. If one is missing, the error names the command that installs it.
 */
import { OutsideFault } from './outside-fault.ts';

export interface OptionalPackages {
  /** Subject of the sentence that names the packages. */
  purpose: string;
  packages: readonly string[];
}

export class MissingPackageError extends OutsideFault {
  readonly code = 'package_missing';
  constructor({ purpose, packages }: OptionalPackages) {
    const names = packages.join(' and ');
    super(
      `${purpose} needs the npm package ${names}: run "npm install ${packages.join(' ')}" beside the service.`,
    );
    this.name = 'MissingPackageError';
  }
}

/** True if all packages can be loaded; their versions are not checked. */
export function areInstalled({ packages }: OptionalPackages): boolean {
  return packages.every((name) => {
    try {
      import.meta.resolve(name);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Loads code that needs optional packages. `load` imports a module that imports them. Throws a
 * `MissingPackageError` if one of the packages is not installed.
 */
export async function withPackages<Module>(
  requirement: OptionalPackages,
  load: () => Promise<Module>,
): Promise<Module> {
  if (!areInstalled(requirement)) throw new MissingPackageError(requirement);
  return load();
}
