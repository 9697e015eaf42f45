/** Random properties get the same samples in every run, so that a change is judged by itself; others each time if EMK_RUNS asks for more. */
import fc from 'fast-check';

if (process.env['EMK_RUNS'] === undefined) fc.configureGlobal({seed: 20_260_304});
