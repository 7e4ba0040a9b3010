/** Tokens that know the type they stand for, so that a wrong wiring does not compile. */
import type { Container, ContainerModuleLoadOptions } from 'inversify';

declare const type: unique symbol;
export type Token<T> = symbol & { readonly [type]?: T };

export const token = <T>(name: string): Token<T> => Symbol(name) as Token<T>;

type Resolved<Deps extends readonly Token<unknown>[]> = {
  readonly [K in keyof Deps]: Deps[K] extends Token<infer T> ? T : never;
};

/** Binds a token to what the factory makes of its dependencies, once for the whole container. */
export const provide = <T, const Deps extends readonly Token<unknown>[]>(
  { bind }: Pick<ContainerModuleLoadOptions | Container, 'bind'>,
  wanted: Token<T>,
  dependencies: Deps,
  make: (...resolved: Resolved<Deps>) => T,
): void => {
  bind<T>(wanted)
    .toResolvedValue(make as (...resolved: unknown[]) => T, [...dependencies])
    .inSingletonScope();
};
