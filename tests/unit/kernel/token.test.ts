/** Replacing an adapter is type-checked: an object that does not fit the token does not compile. The compiler itself checks this. */
import { Container, ContainerModule } from 'inversify';
import { provide, replace, token } from '../../../src/kernel/token';
import { RATE_SOURCE, type RateSource } from '../../../src/modules/strings/application/ports';

interface Greeter {
  greet(): string;
  part(): string;
}

const NAME = token<string>('Name');
const GREETER = token<Greeter>('Greeter');

const polite = (name: string): Greeter => ({ greet: () => `Good day, ${name}.`, part: () => `Goodbye, ${name}.` });
const usual = new ContainerModule(({ bind }) => {
  provide({ bind }, NAME, [], () => 'Anna');
  provide({ bind }, GREETER, [NAME], polite);
});
const greeterOf = (...modules: readonly ContainerModule[]): Greeter => {
  const container = new Container();
  container.loadSync(usual, ...modules);
  return container.get<Greeter>(GREETER);
};

describe('replacing an adapter', () => {
  test('puts another one in its place, created from dependencies in the container', () => {
    const curt = replace(GREETER, [NAME], (name) => ({ ...polite(name), greet: () => `${name}!` }));
    expect(greeterOf().greet()).toBe('Good day, Anna.');
    expect(greeterOf(curt).greet()).toBe('Anna!');
  });

  test('changes the dependencies of other objects', () => {
    expect(greeterOf(replace(NAME, [], () => 'Berta')).greet()).toBe('Good day, Berta.');
  });

  test('uses the last replacement, and creates it once', () => {
    let made = 0;
    const container = new Container();
    const counted = replace(NAME, [], () => `number ${(made += 1)}`);
    container.loadSync(
      usual,
      replace(NAME, [], () => 'nobody'),
      counted,
    );
    expect([container.get(NAME), container.get(NAME), made]).toEqual(['number 1', 'number 1', 1]);
  });
});

/** Never called, only compiled. Each directive is an error if the line below it does compile. */
export const refusedByTheCompiler = ({ bind }: Pick<Container, 'bind'>): void => {
  // @ts-expect-error a number is not a source of rates
  replace(RATE_SOURCE, [], () => 5);
  // @ts-expect-error a source must have its method
  replace(RATE_SOURCE, [], () => ({}));
  // @ts-expect-error an object must implement the whole token
  replace(GREETER, [], (): Pick<Greeter, 'greet'> => ({ greet: () => '' }));
  // @ts-expect-error the factory's parameter must have the type of the dependency
  replace(GREETER, [NAME], (name: number) => polite(String(name)));
  // @ts-expect-error each parameter needs a declared dependency
  replace(GREETER, [], (name: string) => polite(name));
  // @ts-expect-error a provided value must also have the type of the token
  provide({ bind }, GREETER, [], (): Pick<Greeter, 'greet'> => ({ greet: () => '' }));

  const source: RateSource = { rate: async () => undefined };
  replace(RATE_SOURCE, [], () => source);
};
