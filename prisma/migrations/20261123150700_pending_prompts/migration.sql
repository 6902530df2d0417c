-- A batch adds the words of 500 prompts at once: they are indexed together, some hundred at a time, and a search reads the
-- few that are pending.
ALTER INDEX "PromptWords_search" SET (fastupdate = on, gin_pending_list_limit = 256);
