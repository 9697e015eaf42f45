/** Every command of the tree on a hostile account, in more ways than every run of all tests can afford. */
import {playHostileAccount} from './hostile-account.js';

playHostileAccount({skip: 1, count: 3});
