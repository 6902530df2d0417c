"use client";

import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import type { GeneratorFormProps } from "./_kit/generator-form";
import type { GeneratorId } from "./registry";

/** The form of each generator, fetched when its page is opened. */
export const generatorForms: Record<GeneratorId, ComponentType<GeneratorFormProps>> = {
  music: dynamic(() => import("./music/music-form").then(({ MusicForm }) => MusicForm)),
  cover: dynamic(() => import("./cover/cover-form").then(({ CoverForm }) => CoverForm)),
  image: dynamic(() => import("./image/image-form").then(({ ImageForm }) => ImageForm)),
  video: dynamic(() => import("./video/video-form").then(({ VideoForm }) => VideoForm)),
  speech: dynamic(() => import("./speech/speech-form").then(({ SpeechForm }) => SpeechForm)),
  narration: dynamic(() => import("./narration/narration-form").then(({ NarrationForm }) => NarrationForm)),
};
