/** @param {string} line */
export const say = (line) => console.log(line);

/** @param {import("./state.mjs").Version} version */
export const nameVersion = ({ version, commit }) => `${version} (${commit.slice(0, 8)})`;
