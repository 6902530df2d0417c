// Loads what the fonts of the studio don't have: 100 KB of style sheet, and of the fonts the parts that a text needs.
import "@fontsource-variable/noto-sans-sc/index.css";
