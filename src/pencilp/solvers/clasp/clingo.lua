-- The program that clingo runs in a browser: it reads commands from standard input, and writes answers to standard output.
-- pencilp.solvers.clasp.browser sends them: an operation, the number of a control, and the size of the data; all numbers have
-- four bytes. Commands that return nothing are not answered; if one fails, the next answer says so.

local unpack, pack = string.unpack, string.pack

-- the formats of lists of numbers, by their lengths
local formats = setmetatable({}, { __index = function(made, n)
  local format = "<" .. ("i4"):rep(n)
  if n < 100 then made[n] = format end
  return format
end })

-- the list of n numbers at a place, and the place after it
local function numbers(data, at, n)
  local list = { unpack(formats[n], data, at) }
  local after = list[n + 1]
  list[n + 1] = nil
  return list, after
end

local function counted(data, at)
  local n = unpack("<i4", data, at)
  return numbers(data, at + 4, n)
end

local function pairs_of(data, at)
  local n = unpack("<i4", data, at)
  local list, after = numbers(data, at + 4, 2 * n)
  local body = {}
  for k = 1, n do body[k] = { list[2 * k - 1], list[2 * k] } end
  return body, after
end

local function whole(data)
  return (numbers(data, 1, #data // 4))
end

local function packed(list)
  return pack(formats[#list], table.unpack(list))
end

local controls, searches = {}, {}

local FORBID, RULE, WEIGHT_RULE, MINIMIZE = 0, 1, 2, 3

local operations = {
  [1] = function(id, data) -- new
    local options = {}
    for option in data:gmatch("[^\n]+") do options[#options + 1] = option end
    controls[id] = clingo.Control(options)
  end,
  [2] = function(id, data) -- state
    local backend = controls[id]:backend()
    local add_rule, none, at, size = backend.add_rule, {}, 1, #data
    while at <= size do
      local kind, body, head, choice, least = unpack("<i4", data, at)
      at = at + 4
      if kind == FORBID then
        body, at = counted(data, at)
        add_rule(backend, { none, body })
      elseif kind == MINIMIZE then
        body, at = pairs_of(data, at)
        backend:add_minimize({ 0, body })
      else
        choice, at = unpack("<i4", data, at)
        head, at = counted(data, at)
        if kind == RULE then
          body, at = counted(data, at)
          add_rule(backend, { head, body, choice ~= 0 })
        else
          least, at = unpack("<i4", data, at)
          body, at = pairs_of(data, at)
          backend:add_weight_rule({ head, least, body, choice ~= 0 })
        end
      end
    end
    backend:close()
  end,
  [3] = function(id, data) -- set
    local group, key, value = data:match("^(%w+)%.([%w_]+)=(.*)$")
    controls[id].configuration[group][key] = value
  end,
  [4] = function(id, data) -- solve
    local handle = controls[id]:solve({ yield = true, assumptions = whole(data) })
    searches[id] = { handle = handle, step = handle:iter() }
  end,
  [5] = function(id, data) -- add clauses
    local context, at = searches[id].model.context, 1
    while at <= #data do
      local clause
      clause, at = counted(data, at)
      context:add_clause(clause)
    end
  end,
  [6] = function(id) -- close
    local search = searches[id]
    searches[id] = nil
    search.model, search.step = nil, nil
    search.handle:close()
  end,
  [7] = function(id) -- free
    controls[id], searches[id] = nil, nil
    collectgarbage()
  end,
  [8] = function(id, data) -- next
    local search = searches[id]
    local model = search.step()
    search.model = model
    if not model then return "" end
    local signs, last = {}, unpack("<i4", data)
    for atom = 1, last do signs[atom] = model:is_true(atom) and "\1" or "\0" end
    return pack("<Bi8", model.optimality_proven and 1 or 0, model.cost[1] or 0) .. table.concat(signs)
  end,
  [9] = function(id) -- result
    local result = searches[id].handle:get()
    return pack("<BB", result.exhausted and 1 or 0, result.unsatisfiable and 1 or 0)
  end,
  [10] = function(id) -- core
    return packed(searches[id].handle:core() or {})
  end,
  [11] = function(id, data) -- decide
    local assumed, at = counted(data, 1)
    local atoms = counted(data, at)
    local handle = controls[id]:solve({ yield = true, assumptions = assumed })
    local model, answer = handle:iter()()
    if model then
      local signs = {}
      for k, atom in ipairs(atoms) do signs[k] = model:is_true(atom) and "\1" or "\0" end
      answer = "\1" .. table.concat(signs)
    elseif handle:get().unsatisfiable then
      answer = "\0" .. packed(handle:core() or {})
    else
      answer = "\2"
    end
    model = nil
    handle:close()
    return answer
  end,
}

function main()
  local failure
  while true do
    local operation, id, size = unpack("<i4i4i4", io.read(12))
    local data = size > 0 and io.read(size) or ""
    local done, answer = pcall(operations[operation], id, data)
    if not done then failure = failure or tostring(answer) end
    if operation >= 8 then
      answer = failure and "\1" .. failure or "\0" .. answer
      failure = nil
      io.write(pack("<s4", answer))
      io.flush()
    end
  end
end
