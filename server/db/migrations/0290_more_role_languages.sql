-- migrate: compatible-with 0071
-- Roles in the languages most spoken online are refused now, so names that may contain one are checked again by the job `check-names`.
UPDATE users SET handle_skeleton = NULL
WHERE name_issue IS NULL
  AND (name || ' ' || handle) ~* '[^ -~]|[.]|mod|system|ammin|offi|ofic|ufficial|oficj|betreiber|verwalter|virallinen|hivatalos|uradno|ametlik|yetkili|pengelola|pengurus|pentadbir|opisyal|tagapangasiwa|msimamizi|quan|dieu|chinh';
