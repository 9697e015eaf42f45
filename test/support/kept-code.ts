/** Compiled code is kept for all programs that a run of tests starts: each of them would spend a third of its time on it. */
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export const keptCode = {XDG_CACHE_HOME: join(tmpdir(), 'emk-kept-code')};
