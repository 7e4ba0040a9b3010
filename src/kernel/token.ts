/**
 * Tokens of the dependency-injection container that carry the type of the bound value, so that wrong wiring does not
 * compile.
 */
import { ContainerModule, type ContainerModuleLoadOptions } from 'inversify';

declare const type: unique symbol;
export type Token<T> = symbol & { readonly [type]?: T };

export const token = <T>(name: string): Token<T> => Symbol(name) as Token<T>;

type Resolved<Deps extends readonly Token<unknown>[]> = {
  readonly [K in keyof Deps]: Deps[K] extends Token<infer T> ? T : never;
};

/** `NoInfer` infers T from the token only: otherwise a token of a wider type would accept the factory's result. */
type Factory<T, Deps extends readonly Token<unknown>[]> = (...resolved: Resolved<Deps>) => NoInfer<T>;

/** Binds a token to the factory's result, created once for the whole container. */
export const provide = <T, const Deps extends readonly Token<unknown>[]>(
  { bind }: Pick<ContainerModuleLoadOptions, 'bind'>,
  wanted: Token<T>,
  dependencies: Deps,
  make: Factory<T, Deps>,
): void => {
  bind<T>(wanted)
    .toResolvedValue(make as (...resolved: unknown[]) => T, [...dependencies])
    .inSingletonScope();
};

/** Creates a module that replaces the binding of a token. It must be loaded after the module that bound the token first. */
export const replace = <T, const Deps extends readonly Token<unknown>[]>(
  wanted: Token<T>,
  dependencies: Deps,
  make: Factory<T, Deps>,
): ContainerModule =>
  new ContainerModule(({ bind, unbindSync }) => {
    unbindSync(wanted);
    provide({ bind }, wanted, dependencies, make);
  });
