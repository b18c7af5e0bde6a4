/* The compiled kernel: all files in one, so that the compiler sees every function. */

#include "kernel.h"

#include "chance.c"
#include "t_taking.c"
#include "c_claiming.c"
#include "d_tickets.c"
#include "a_terrain.c"
#include "o_towns.c"
#include "v_alvin.c"
#include "w_warehouses.c"
#include "e_longest_path.c"
#include "e_scoring.c"
#include "x_europe.c"
#include "g_game.c"
#include "foresight.c"
#include "p_roads.c"
#include "p_ways.c"
#include "p_cards.c"
#include "p_plan.c"
#include "p_claims.c"
#include "p_tickets.c"
#include "p_planner.c"

#include "py_numbers.c"
#include "py_rules.c"
#include "py_actions.c"
#include "py_state.c"
#include "py_table.c"
#include "py_planned.c"
#include "py_batch.c"
#include "py_record.c"
#include "py_vector.c"
#include "py_ways.c"

/* The longest path of edges given as tuples of two nodes and a length. */
static PyObject *path_of_edges(PyObject *module, PyObject *list) {
    (void)module;
    Edge edges[MOST_EDGES];
    if (!PyList_CheckExact(list) || PyList_GET_SIZE(list) > MOST_TRAINS)
        return refuse("a network is a list of up to %d edges", MOST_TRAINS), NULL;
    int size = (int)PyList_GET_SIZE(list), nodes = 0;
    for (int n = 0; n < size; n++) {
        long numbers[3];
        if (read_numbers(PyList_GET_ITEM(list, n), "an edge", 0, MOST_NODES - 1, numbers, 3) != 3
            || numbers[0] == numbers[1])
            return PyErr_Occurred() ? NULL : (refuse("an edge joins two nodes"), NULL);
        edges[n] = (Edge){(int)numbers[0], (int)numbers[1], (int)numbers[2]};
        nodes = at_least(nodes, 1 + at_least(edges[n].a, edges[n].b));
    }
    return PyLong_FromLong(longest_path(edges, size, nodes));
}

/* The nanoseconds of processor time that copying a state takes inside, on average. */
static PyObject *time_of_clone(PyObject *module, PyObject *args) {
    PyObject *table;
    int number;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!i", &TableType, &table, &number) || number < 1) {
        PyErr_Clear();
        return refuse("a table and a number of copies are asked for"), NULL;
    }
    static State copies[64];
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (int n = 0; n < number; n++) {
        memcpy(&copies[n & 63], &((TableObject *)table)->s, sizeof(State));
        __asm__ volatile("" : : "r"(&copies[n & 63]) : "memory");
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    double spent = (double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec);
    return PyFloat_FromDouble(spent / number);
}

static PyMethodDef functions[] = {
    {"variables", list_variables, METH_NOARGS, "The variables of a state, for numpy."},
    {"longest_path", path_of_edges, METH_O, "The longest path of a list of edges."},
    {"replay", replay_record, METH_VARARGS, "The result of a record that is right in every row."},
    {"time_of_clone", time_of_clone, METH_VARARGS, "The nanoseconds that a copy takes inside."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "arena.kernel._kernel", .m_size = -1, .m_methods = functions,
    .m_doc = "The rules of the game, compiled.",
};

/* The kernel's error, a kind of the errors that users can cause. */
static bool make_error(void) {
    PyObject *errors = PyImport_ImportModule("arena.errors");
    PyObject *base = errors ? PyObject_GetAttrString(errors, "ArenaError") : NULL;
    if (base)
        KernelError = PyErr_NewExceptionWithDoc(
            "arena.kernel.KernelError", "Something that the kernel can't do or does not know.",
            base, NULL);
    Py_XDECREF(errors);
    Py_XDECREF(base);
    return KernelError != NULL;
}

PyMODINIT_FUNC PyInit__kernel(void) {
    PyObject *module = PyModule_Create(&definition);
    if (!module) return NULL;
    prepare_chance();
    prepare_bytes();
    prepare_choices();
    prepare_bits();
    if (make_error() && make_words() && PyType_Ready(&RulesType) == 0
        && PyType_Ready(&TableType) == 0 && PyType_Ready(&BatchType) == 0
        && PyType_Ready(&VectorType) == 0
        && PyModule_AddObjectRef(module, "KernelError", KernelError) == 0
        && PyModule_AddObjectRef(module, "Rules", (PyObject *)&RulesType) == 0
        && PyModule_AddObjectRef(module, "Table", (PyObject *)&TableType) == 0
        && PyModule_AddObjectRef(module, "Batch", (PyObject *)&BatchType) == 0
        && PyModule_AddObjectRef(module, "Vector", (PyObject *)&VectorType) == 0
        && PyModule_AddIntConstant(module, "STATE_SIZE", sizeof(State)) == 0
        && PyModule_AddIntConstant(module, "NUMBERS_OF_RESULT", NUMBERS_OF_RESULT) == 0) return module;
    Py_DECREF(module);
    return NULL;
}
