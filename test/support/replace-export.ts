import {onTestFinished, vi} from 'vitest';
import {REPLACE} from './replaceable.js';

type Act = (...given: never[]) => unknown;
/** A function of a module, with `unknown` for types that its caller would choose. */
type Of<M, K extends keyof M> = M[K] extends Act ? (...given: Parameters<M[K]>) => ReturnType<M[K]> : never;

/** Replaces a function that a module of `replaceable.ts` exports until the test ends, or until what is returned is called. */
export function replaceExport<M extends object, K extends keyof M & string>(
  module: M,
  name: K,
  other: Of<M, K>,
): () => void {
  const back = replacing(module as Record<string, Act>, name, other as Act);
  onTestFinished(back);
  return back;
}

/** Replaces it for its next call; what comes instead is told how to call the real one. */
export function replaceOnce<M extends object, K extends keyof M & string>(
  module: M,
  name: K,
  instead: (real: Of<M, K>) => Of<M, K>,
): void {
  const real = module[name] as Of<M, K>;
  const once = (...given: never[]) => {
    back();
    return (instead(real) as Act)(...given);
  };
  const back = replaceExport(module, name, once as Of<M, K>);
}

/** What Vitest itself has loaded, in a run of mutants, can be spied on. */
function replacing(module: Record<string, Act>, name: string, other: Act): () => void {
  const {[REPLACE]: put, [name]: real} = module as Record<string, ((other: unknown) => void) | undefined>;
  if (put === undefined) {
    const spy = vi.spyOn(module, name).mockImplementation(other);
    return () => spy.mockRestore();
  }
  put(other);
  return () => put(real);
}
