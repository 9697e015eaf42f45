import type {Host} from '../../system/host.js';
import {duration} from '../../words/duration.js';
import type {ProgressDisplay} from './progress.js';

/** Says which service emk waits for, so that nobody wonders about an empty screen. */
export type Waiting = {
  /** A request begins; its service may become known later. Call the returned function when the answer has come. */
  begin(name: () => string | undefined): () => void;
  /** Says nothing until the returned function is called, because a question has the terminal. */
  hold(): () => void;
  close(): void;
};

type Line = Pick<ProgressDisplay, 'wait' | 'waited'>;

/** Checks once a second whether a request still has no answer. Consecutive requests count as one wait. */
export function createWaiting({elapsed, every}: Pick<Host, 'elapsed' | 'every'>, line: Line): Waiting {
  const names = new Set<() => string | undefined>();
  let [since, ended, held] = [0, Number.NEGATIVE_INFINITY, 0];
  let stop: (() => void) | undefined;
  const close = (): void => {
    stop?.();
    stop = undefined;
    line.waited();
  };
  const look = (): void => {
    if (names.size === 0) close();
    if (held > 0) since = elapsed();
    const name = [...names].map(each => each()).find(Boolean);
    const waited = elapsed() - since;
    if (name !== undefined && waited >= SECOND) line.wait(`waiting for ${name} · ${spoken(waited / SECOND)}`);
  };
  return {
    begin(name) {
      const own = () => name();
      if (names.size === 0 && elapsed() - ended >= SECOND) since = elapsed();
      names.add(own);
      stop ??= every(SECOND, look);
      return () => {
        if (!names.delete(own) || names.size > 0) return;
        ended = elapsed();
        line.waited();
      };
    },
    hold() {
      held++;
      line.waited();
      return () => {
        held--;
        since = elapsed();
      };
    },
    close,
  };
}

const SECOND = 1000;

const spoken = (seconds: number): string => (seconds < 60 ? `${Math.floor(seconds)} s` : duration(Math.floor(seconds)));
