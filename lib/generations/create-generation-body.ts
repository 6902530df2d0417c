import { z } from "zod";
import { relations } from "./create-generation.server";
