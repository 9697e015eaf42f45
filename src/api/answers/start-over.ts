/** Waits for the next try, or throws the error where none is left. */
type WaitBefore = (error: unknown) => Promise<void>;

/** How to wait for the next try, for each error that broke a list off after its beginning had been passed on. */
const waits = new WeakMap<object, WaitBefore>();

export const mayStartOver = (brokenOff: object, wait: WaitBefore) => waits.set(brokenOff, wait);

/** Does work that keeps nothing of a list which breaks off: then it starts over, as often as any request is tried. */
export async function startingOver<T>(work: () => Promise<T>): Promise<T> {
  let wait: WaitBefore | undefined;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const again = waits.get(error as object);
      if (!again) throw error;
      wait ??= again;
      await wait(error);
    }
  }
}
