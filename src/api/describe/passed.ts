declare const door: unique symbol;

/** Shows that people went through the door, which knows who left: no request that adds or moves people is sent without. */
export type Passed = {readonly [door]: true};
