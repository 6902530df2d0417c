// Loaded into processes that run one compiled program (node --import): stacks of errors name the files of the project.
// --enable-source-maps would also parse the source maps of all packages when they are loaded.
import { setSourceMapsSupport } from "node:module";

setSourceMapsSupport(true);
