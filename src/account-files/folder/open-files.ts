/** How many files of a folder are open at a time: systems allow few, and an account may have thousands of bodies. */
export const OPEN_FILES = 16;
