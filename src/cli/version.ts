import about from '../../package.json' with {type: 'json'};

/** The version of emk. The launcher prints it without loading anything; this is for lines that say more than that. */
export const {version} = about;
